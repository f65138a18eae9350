import { BarChart, type BarChartProps } from '@mantine/charts';
import '@mantine/charts/styles.css';
import '@mantine/core/styles/ColorSwatch.css';
import classes from './reporting.module.css';

type Props = Pick<BarChartProps, 'data' | 'series' | 'type' | 'orientation'> & {
  /** Formats a value. */
  format?: (value: number) => string;
};

/** Bars. All values are in the table beside them, which screen readers and the keyboard use. */
export function Chart({ data, series, type, orientation, format }: Props) {
  return (
    <div className={classes.chart} aria-hidden>
      <BarChart
        h={260}
        data={data}
        dataKey="name"
        series={series}
        type={type}
        orientation={orientation}
        valueFormatter={format}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
        tickLine="none"
        gridAxis={orientation === 'vertical' ? 'y' : 'x'}
        maxBarWidth={36}
        yAxisProps={orientation === 'vertical' ? { width: 96 } : { width: 44, allowDecimals: false }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false, tabIndex: -1 }}
        tooltipAnimationDuration={0}
      />
    </div>
  );
}
