import { Button } from '@blueprintjs/core';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../core/EmptyState.tsx';
import { Skeleton } from '../../core/Skeleton.tsx';
import { useTranslation } from '../../core/translation.ts';

const zooms = [0.5, 0.75, 1, 1.5, 2, 3];
const asWide = 2;
/** Above this a phone draws nothing at all. */
const maxPixels = 16_000_000;

/** Pages of a PDF, drawn when they come into view; nothing that is in the file runs. */
export default function PdfPages({ file, label }: { readonly file: Blob; readonly label: string }) {
  const { t } = useTranslation();
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const [isBroken, setIsBroken] = useState(false);
  const [zoom, setZoom] = useState(asWide);

  useEffect(() => {
    let isOver = false;
    let loading: ReturnType<typeof getDocument> | undefined;
    async function load() {
      GlobalWorkerOptions.workerPort ??= new Worker(
        new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url),
        { type: 'module' },
      );
      const data = new Uint8Array(await file.arrayBuffer());
      if (isOver) return;
      // The content policy compiles no WebAssembly.
      loading = getDocument({ data, useWasm: false, enableXfa: false });
      const loaded = await loading.promise;
      if (!isOver) setDocument(loaded);
    }
    load().catch(() => {
      if (!isOver) setIsBroken(true);
    });
    return () => {
      isOver = true;
      void loading?.destroy();
    };
  }, [file]);

  if (isBroken) {
    return (
      <EmptyState
        title={{ key: 'ui:file.broken.title', values: {} }}
        description={{ key: 'ui:file.broken.description', values: {} }}
        icon="document"
      />
    );
  }
  if (!document) return <Skeleton shape="graph" />;
  const scale = zooms[zoom] ?? 1;
  return (
    <>
      <div className="file-tools">
        <span>{t('ui:file.pages', { count: document.numPages })}</span>
        <Button size="small" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          {t('ui:file.smaller')}
        </Button>
        <Button size="small" disabled={zoom === zooms.length - 1} onClick={() => setZoom(zoom + 1)}>
          {t('ui:file.larger')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="file-pages" aria-label={label} tabIndex={0}>
        {Array.from({ length: document.numPages }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
          <PdfPage key={at} document={document} number={at + 1} scale={scale} />
        ))}
      </section>
    </>
  );
}

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  /** From 1. */
  readonly number: number;
  /** 1: as wide as there is room. */
  readonly scale: number;
}

function PdfPage({ document, number, scale }: PdfPageProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy>();
  const [words, setWords] = useState('');

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => setIsNear((was) => was || entry?.isIntersecting === true),
      { rootMargin: '400px' },
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear) return undefined;
    let isOver = false;
    async function load() {
      const loaded = await document.getPage(number);
      const { items } = await loaded.getTextContent();
      if (isOver) return;
      setPage(loaded);
      setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }
    load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [document, number, isNear]);

  useEffect(() => {
    const target = canvas.current;
    const room = box.current?.parentElement?.clientWidth;
    if (!page || !target || !room) return undefined;
    const { width: points, height } = page.getViewport({ scale: 1 });
    const shown = ((room - 24) / points) * scale;
    const sharp = Math.min(
      window.devicePixelRatio,
      Math.sqrt(maxPixels / (points * height)) / shown,
    );
    const viewport = page.getViewport({ scale: shown * sharp });
    target.width = Math.floor(viewport.width);
    target.height = Math.floor(viewport.height);
    target.style.width = `${Math.floor(viewport.width / sharp)}px`;
    const drawing = page.render({ canvas: target, viewport });
    drawing.promise.catch(() => undefined);
    return () => drawing.cancel();
  }, [page, scale]);

  return (
    <div ref={box} className="file-page" data-drawn={page !== undefined}>
      <canvas ref={canvas} />
      <p className="visually-hidden">
        {t('ui:file.page', { number })} {words}
      </p>
    </div>
  );
}
