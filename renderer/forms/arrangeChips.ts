/** Something that can be chosen, as a chip. */
export interface ChipChoice {
  readonly value: unknown;
  readonly label: string;
}

export interface Chip extends ChipChoice {
  /** Tells it from others of the same value. */
  readonly key: string;
  /** Its place in the list that is filled in; undefined: it isn't chosen. */
  readonly at: number | undefined;
}

/**
 * Chips for what is chosen, in its order, and for what else there is. `order` are keys as they stood
 * before: as long as it agrees with what is chosen, what isn't stays where it is among them.
 */
export function arrangeChips(
  choices: readonly ChipChoice[],
  chosen: readonly unknown[],
  order: readonly string[],
): Chip[] {
  const ticked = chosen.map((value, at): Chip => {
    const twin = chosen.slice(0, at).filter((one) => one === value).length;
    const label = choices.find((choice) => choice.value === value)?.label ?? String(value);
    return { key: twin > 0 ? `${value} ${twin}` : String(value), value, label, at };
  });
  const others = choices
    .filter(({ value }) => !chosen.includes(value))
    .map((choice): Chip => ({ ...choice, key: String(choice.value), at: undefined }));
  const chips = [...ticked, ...others];
  const isTicked = (key: string) => ticked.some((chip) => chip.key === key);
  const agrees = order.filter(isTicked).join('\n') === ticked.map(({ key }) => key).join('\n');
  if (!agrees) return chips;
  const placeOf = ({ key }: Chip) => (order.includes(key) ? order.indexOf(key) : order.length);
  return chips.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A list with one of its entries elsewhere. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}
