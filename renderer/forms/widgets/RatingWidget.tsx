import type { WidgetProps } from '@rjsf/utils';
import { inputWiring } from '../wiring.ts';

const usualStars = 5;

/** So many of some stars: radio buttons, of which each says its number. */
export function RatingWidget(props: WidgetProps) {
  const { id, value, schema, label, onChange, onBlur } = props;
  const { minimum = 1, maximum = usualStars } = schema;
  const { disabled, 'aria-describedby': describedBy } = inputWiring(props);
  const stars = Array.from({ length: Math.max(0, maximum - minimum + 1) }, (_, at) => minimum + at);
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      className="form-rating"
    >
      {stars.map((star) => (
        <label key={star} data-filled={Number(value) >= star}>
          <input
            type="radio"
            className="visually-hidden"
            name={id}
            value={star}
            checked={Number(value) === star}
            disabled={disabled}
            aria-label={`${star} / ${maximum}`}
            onChange={() => onChange(star)}
            onBlur={() => onBlur(id, value)}
          />
          <span aria-hidden="true">★</span>
        </label>
      ))}
    </div>
  );
}
