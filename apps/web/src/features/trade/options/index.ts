/** What the workspace uses of the options; it imports nothing else from here. */
export * from './option-cells.tsx';
export { OptionLine } from './option-line.tsx';
export { OptionsTicket } from './options-ticket.tsx';
export { useOptionInsets } from './use-option-insets.ts';
export { useOptionsHistory } from './use-options-orders.ts';
