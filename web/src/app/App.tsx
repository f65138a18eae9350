import { useState } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import { UiProvider } from '@/ui/UiProvider';
import { CrashBoundary } from './ErrorScreen';
import { createRouter } from './router';
import type { AppStore } from './store';

export function App({ store }: { store: AppStore }) {
  const [router] = useState(createRouter);
  return (
    <Provider store={store}>
      <UiProvider>
        <CrashBoundary>
          <RouterProvider router={router} />
        </CrashBoundary>
      </UiProvider>
    </Provider>
  );
}
