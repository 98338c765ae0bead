import { useQueryState } from '../../core/bindings.ts';
import { useSources } from '../../core/data.ts';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import type { Overlay } from './graphPoints.ts';

/** The lines over a graph: asked for while the address says that they show. */
export function useOverlays(
  { overlays = [] }: NodeProps<'graph'>['node'],
  graphUnit: string,
  colourOf: (id: string) => string | undefined,
): Overlay[] {
  const text = useText();
  const [query, setQuery] = useQueryState();
  const isOn = (name: string) => String(query[name]) === 'true';
  const sources = overlays.map((one) => (isOn(one.query) ? one.source : undefined));
  const answers = useSources<'consumption.averageProperty'>(sources);
  return overlays.map(({ id, label, query: name }, at) => {
    const isShown = isOn(name);
    const { data, error, isPlaceholder } = answers[at] ?? {};
    const known = isShown && !error && !isPlaceholder ? data : undefined;
    return {
      ...{ id, place: at, label: text(label), isShown, style: styleOf(colourOf(id)) },
      values: known?.values ?? [],
      total: known?.total ?? null,
      unit: known?.unit ?? graphUnit,
      toggle: () => setQuery({ [name]: !isShown }),
    };
  });
}

function styleOf(colour: string | undefined): Overlay['style'] {
  return colour === undefined ? {} : { '--graph-overlay': colour };
}
