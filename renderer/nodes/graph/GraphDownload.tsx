import { Button } from '@blueprintjs/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Graph } from '../../../schemas/entities/consumption.ts';
import { useActions } from '../../core/actions.ts';
import { PopoverButton } from '../../core/PopoverButton.tsx';
import { csvFile, toCsv } from './graphCsv.ts';
import type { Overlay } from './graphPoints.ts';

interface GraphDownloadProps {
  readonly graph: Graph;
  readonly overlays: readonly Overlay[];
  readonly title: string;
  /** What holds the drawing; while a table stands there, there is no picture. */
  readonly body: RefObject<HTMLElement | null>;
  readonly isTable: boolean;
}

/** What the graph shows, as a file: its values, or the picture. */
export function GraphDownload({ graph, overlays, title, body, isTable }: GraphDownloadProps) {
  const { t } = useTranslation();
  const { save, report } = useActions();
  const name = `${graph.category}-${graph.periodBegin}-${graph.periodEnd}`;

  async function savePicture(kind: 'svg' | 'png') {
    const drawing = body.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    if (!drawing) return;
    try {
      const { toPicture, toPngFile, toSvgFile } = await import('./graphPicture.ts');
      const picture = toPicture(drawing, title);
      save(kind === 'svg' ? toSvgFile(picture) : await toPngFile(picture), `${name}.${kind}`);
    } catch (error) {
      report(error);
    }
  }

  return (
    <PopoverButton
      className="graph-tool"
      content={(close) => {
        const entry = (label: string, run: () => void, disabled = false) => (
          <Button
            key={label}
            variant="minimal"
            disabled={disabled}
            onClick={() => {
              close();
              run();
            }}
          >
            {label}
          </Button>
        );
        return (
          <div className="graph-downloads">
            {entry('CSV', () => save(csvFile(toCsv(graph, overlays)), `${name}.csv`))}
            {entry('PNG', () => void savePicture('png'), isTable)}
            {entry('SVG', () => void savePicture('svg'), isTable)}
          </div>
        );
      }}
    >
      {t('ui:graph.download')}
    </PopoverButton>
  );
}
