/** The product's mark and name. */
export function Brand() {
  return (
    <span className="brand">
      <img src="/icon.svg" alt="" width={28} height={28} />
      <span className="brand-name">Meterhouse</span>
    </span>
  );
}
