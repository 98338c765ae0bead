import type { Graph } from '../../../schemas/entities/consumption.ts';
import { useQueryState } from '../../core/bindings.ts';
import { useSources } from '../../core/data.ts';
import { useErrorText } from '../../core/errorText.ts';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { Overlay } from './graphPoints.ts';
import { startsOf } from './zoom.ts';

/** The lines over a graph: asked for while the address says that they show. */
export function useOverlays(
  { overlays = [] }: NodeProps<'graph'>['node'],
  graph: Graph,
  colourOf: (id: string) => string | undefined,
): Overlay[] {
  const { t } = useTranslation();
  const text = useText();
  const errorText = useErrorText();
  const [query, setQuery] = useQueryState();
  const isOn = (name: string) => String(query[name]) === 'true';
  const sources = overlays.map((one) => (isOn(one.query) ? one.source : undefined));
  const answers = useSources<'consumption.averageProperty'>(sources);
  return overlays.map(({ id, label, query: name }, at) => {
    const isShown = isOn(name);
    const { data, error, isPlaceholder } = answers[at] ?? {};
    const known = isShown && !error && !isPlaceholder ? data : undefined;
    const values = known ? alignTo(graph, known) : [];
    const gaps = hasGaps(graph, values) ? t('ui:graph.gaps', { lines: text(label) }) : '';
    return {
      id,
      place: at,
      label: text(label),
      isShown,
      style: styleOf(colourOf(id)),
      values,
      total: known?.total ?? null,
      coverage: known?.totalCoverage ?? null,
      note: isShown && error ? errorText(error) : gaps,
      unit: known?.unit ?? graph.unit,
      toggle: () => setQuery({ [name]: !isShown }),
    };
  });
}

/** What a line has at each bucket of the graph; a history that ended elsewhere has other ones. */
function alignTo(
  graph: Graph,
  line: { readonly starts: readonly string[]; readonly values: readonly (number | null)[] },
): (number | null)[] {
  const places = new Map(line.starts.map((start, at) => [Date.parse(start), at]));
  return startsOf(graph).map((start) => line.values[places.get(Date.parse(start)) ?? -1] ?? null);
}

/** Whether it is unknown where the graph has a value. */
function hasGaps({ series }: Graph, values: readonly (number | null)[]): boolean {
  const current = series.find(({ role }) => role === 'CURRENT')?.values ?? [];
  return values.some((value, at) => value === null && (current[at] ?? null) !== null);
}

function styleOf(colour: string | undefined): Overlay['style'] {
  return colour === undefined ? {} : { '--graph-overlay': colour };
}
