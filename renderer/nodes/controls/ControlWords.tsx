import { useIsPrinting } from '../../core/useIsPrinting.ts';

interface ControlWordsProps {
  readonly label: string;
  readonly value: string;
}

/** What a control is set to, in words for paper, where there are no controls. */
export function ControlWords({ label, value }: ControlWordsProps) {
  return useIsPrinting() && value !== '' ? (
    <p className="control-words">
      {label}: <strong>{value}</strong>
    </p>
  ) : null;
}
