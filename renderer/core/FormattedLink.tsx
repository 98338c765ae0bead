import { Link } from 'react-router-dom';
import type { Format } from '../../schemas/manifest/parts.ts';
import { useHref } from './link.ts';

interface FormattedLinkProps {
  readonly to: Extract<Format, { as: 'link' }>['to'];
  readonly value: string;
  readonly row: unknown;
}

/** A value that leads somewhere; as plain text where it may not. */
export function FormattedLink({ to, value, row }: FormattedLinkProps) {
  const href = useHref();
  if (to) {
    const address = href(to, row);
    return address === undefined ? (
      value
    ) : (
      <Link className="value-link" to={address}>
        {value}
      </Link>
    );
  }
  return value.startsWith('https://') ? (
    <a className="value-link" href={value} target="_blank" rel="noopener noreferrer">
      {value.slice('https://'.length).replace(/\/$/, '')}
    </a>
  ) : (
    value
  );
}
