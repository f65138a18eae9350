import { SegmentedControl, useMantineColorScheme } from '@mantine/core';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
] as const;

/** Selects the colour scheme of this browser. Auto is that of the system. */
export function SchemeSwitch({ labelledBy }: { labelledBy: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      aria-labelledby={labelledBy}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={[...schemes]}
    />
  );
}
