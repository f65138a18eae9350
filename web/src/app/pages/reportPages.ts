/** The reports, with the charts that nothing else needs. They are one chunk, for the reason of accountPages.ts. */
export { default as OperatorReport } from '@/features/reporting/OperatorReportPage';
export { default as OrderReport } from '@/features/reporting/OrderReportPage';
