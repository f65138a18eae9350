import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { UiProvider } from '@/ui/UiProvider';
import { CrashBoundary } from './ErrorScreen';
import { Pages } from './router';
import type { AppStore } from './store/store';

export function App({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <UiProvider>
        <CrashBoundary>
          {/* In a transition, links and sliders would show an old address, and fast typing would
              lose the filter. */}
          <BrowserRouter useTransitions={false}>
            <Pages />
          </BrowserRouter>
        </CrashBoundary>
      </UiProvider>
    </Provider>
  );
}
