import { brandLooks } from '../brands/brands.ts';

/** The mark and name of the brand that a page stands under. */
export function Brand({ brand = 'meterhouse' }: { brand?: keyof typeof brandLooks | undefined }) {
  const { mark, name } = brandLooks[brand];
  return (
    <span className="brand">
      <img src={mark} alt="" width={28} height={28} />
      <span className="brand-name">{name}</span>
    </span>
  );
}
