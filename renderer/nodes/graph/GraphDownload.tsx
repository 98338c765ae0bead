import { Button } from '@blueprintjs/core';
import type { RefObject } from 'react';
import type { Graph } from '../../../schemas/entities/consumption.ts';
import { useActions } from '../../core/actions.ts';
import { PopoverButton } from '../../core/PopoverButton.tsx';
import { useTranslation } from '../../core/translation.ts';
import type { Overlay } from './graphPoints.ts';

interface GraphDownloadProps {
  readonly graph: Graph;
  readonly overlays: readonly Overlay[];
  readonly title: string;
  /** What holds the drawing; while a table stands there, there is no picture. */
  readonly body: RefObject<HTMLElement | null>;
  readonly isTable: boolean;
}

type Kind = 'csv' | 'png' | 'svg';

/** What the graph shows, as a file: its values, or the picture. */
export function GraphDownload({ graph, overlays, title, body, isTable }: GraphDownloadProps) {
  const { t, i18n } = useTranslation();
  const { save, report } = useActions();
  const name = `${graph.category}-${graph.periodBegin}-${graph.periodEnd}`;

  async function makeFile(kind: Kind): Promise<Blob | undefined> {
    if (kind === 'csv') {
      const { csvFile, toCsv } = await import('./graphCsv.ts');
      return csvFile(toCsv(graph, overlays, i18n.language));
    }
    const drawing = body.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    if (!drawing) return undefined;
    const { toPicture, toPngFile, toSvgFile } = await import('./graphPicture.ts');
    const picture = toPicture(drawing, title);
    return kind === 'svg' ? toSvgFile(picture) : toPngFile(picture);
  }

  async function download(kind: Kind) {
    try {
      const file = await makeFile(kind);
      if (file) save(file, `${name}.${kind}`);
    } catch (error) {
      report(error);
    }
  }

  return (
    <PopoverButton
      className="graph-tool"
      content={(close) => {
        const entry = (kind: Kind, disabled: boolean) => (
          <Button
            key={kind}
            variant="minimal"
            disabled={disabled}
            onClick={() => {
              close();
              void download(kind);
            }}
          >
            {kind.toUpperCase()}
          </Button>
        );
        return (
          <div className="graph-downloads">
            {entry('csv', false)}
            {entry('png', isTable)}
            {entry('svg', isTable)}
          </div>
        );
      }}
    >
      {t('ui:graph.download')}
    </PopoverButton>
  );
}
