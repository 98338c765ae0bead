import type { OperationResponse } from '../../../schemas/api/operations.ts';
import type { SearchKind } from '../../../schemas/entities/search.ts';
import type { IconName } from '../../../schemas/manifest/parts.ts';
import { formatDate } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import { labelOf, type Translate } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';

export type Hit = OperationResponse<'search.find'>['groups'][number]['hits'][number];

const icons: Readonly<Record<SearchKind, IconName>> = {
  PROPERTY: 'home',
  TENANT: 'user',
  DEVICE: 'chart',
  DOCUMENT: 'document',
};

/** What a hit is called, and what people know it by. */
export function SearchHit({ kind, hit }: { kind: SearchKind; hit: Hit }) {
  const { t } = useTranslation();
  return (
    <>
      <Icon name={icons[kind]} />
      <span className="search-words">
        <span className="search-title">{hit.title}</span>
        <span className="search-facts">{factsOf[kind](hit, t).filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}

type Facts = (hit: Hit, t: Translate) => (string | false)[];

const flatOf = ({ tenantNo }: Hit, t: Translate) =>
  tenantNo !== null && t('ui:search.flat', { number: tenantNo });
const numbersOf = ({ worksNo, worksOldNumber }: Hit, t: Translate) =>
  [
    t('ui:search.number', { number: worksNo }),
    ...(worksOldNumber ? [t('ui:search.formerly', { number: worksOldNumber })] : []),
  ].join(', ');

const factsOf: Readonly<Record<SearchKind, Facts>> = {
  PROPERTY: (hit, t) => [`${hit.address}, ${hit.city}`, numbersOf(hit, t)],
  TENANT: (hit, t) => [flatOf(hit, t), `${hit.address}, ${hit.city}`, numbersOf(hit, t)],
  DEVICE: (hit, t) => [
    hit.category !== null && labelOf('deviceCategory', hit.category, t),
    flatOf(hit, t),
    `${hit.address}, ${hit.city}`,
    numbersOf(hit, t),
  ],
  DOCUMENT: (hit, t) => [
    hit.documentType !== null && labelOf('documentType', hit.documentType, t),
    hit.periodBegin !== null &&
      hit.periodEnd !== null &&
      `${formatDate(hit.periodBegin)}–${formatDate(hit.periodEnd)}`,
    flatOf(hit, t),
    `${hit.address}, ${hit.city}`,
    numbersOf(hit, t),
  ],
};
