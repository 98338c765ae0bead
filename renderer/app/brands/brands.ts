import type { Brand } from '../../../schemas/manifest/files.ts';

interface BrandLook {
  /** As it stands in the header and in the title of the tab. */
  readonly name: string;
  /** The address of its mark. */
  readonly mark: string;
}

/** The names under which the portal stands; colours are a style sheet of each. */
export const brandLooks: Readonly<Record<Brand, BrandLook>> = {
  meterhouse: { name: 'Meterhouse', mark: '/icon.svg' },
  'eco-trend': { name: 'eco-trend', mark: '/eco-trend.svg' },
};
