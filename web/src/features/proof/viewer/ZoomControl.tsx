import { Menu, Tooltip } from '@mantine/core';
import { Icon } from '@/ui';
import { inPlace } from '@/ui/menus';
import { ToolIcon } from './ToolIcon';
import type { Viewer } from './useViewer';
import classes from './viewer.module.css';
import { type Fit, fits, percent, steps } from './zoom/zoom';

const fitLabel = ({ by, share }: Fit): string => (share === 1 ? `Fit ${by}` : `Fit ${by} ${percent(share)}`);

/** Zoom out, the zoom as a percentage with its steps and fits, zoom in. */
export function ZoomControl({ viewer }: { viewer: Viewer }) {
  const { zoom, pages, page, fit, fitAll } = viewer;
  const size = pages[page - 1];
  const off = !size;
  return (
    <div className={classes.group}>
      <Tooltip label="Zoom out (Ctrl+−)">
        <button type="button" className={classes.tool} aria-label="Zoom out" disabled={off} onClick={zoom.out}>
          <ToolIcon name="minus" />
        </button>
      </Tooltip>
      <Menu position="top" width={190} {...inPlace}>
        <Menu.Target>
          <button
            type="button"
            className={`${classes.tool} ${classes.percent}`}
            aria-label={`Zoom: ${percent(zoom.scale)}`}
            disabled={off}
          >
            {percent(zoom.scale)}
          </button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          <Menu.Item rightSection="Ctrl+0" onClick={fitAll}>
            Fit page
          </Menu.Item>
          {size &&
            fits(size).map((choice) => (
              <Menu.Item key={fitLabel(choice)} onClick={() => fit(choice)}>
                {fitLabel(choice)}
              </Menu.Item>
            ))}
          <Menu.Divider />
          {steps.map((step) => (
            <Menu.Item key={step} onClick={() => zoom.to(step)} data-checked={step === zoom.scale || undefined}>
              {percent(step)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label="Zoom in (Ctrl++)">
        <button type="button" className={classes.tool} aria-label="Zoom in" disabled={off} onClick={zoom.in}>
          <Icon name="plus" />
        </button>
      </Tooltip>
    </div>
  );
}
