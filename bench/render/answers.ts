/** What the server would answer, so that nothing but drawing is measured. */

const categories = ['COLD_WATER_METER', 'HOT_WATER_METER', 'ENERGY', 'HCA', 'HUMIDITY', 'GAS'];
const units = ['m³', 'm³', 'kWh', 'HCA', '%RH', 'm³'];
const names = ['Nowak', 'Kowalska', 'Wiśniewski', 'Zając', 'Lewandowska'];
const rowsOfPage = 50;

export type Timeframe = 'MONTHLY' | 'WEEKLY';

export interface Stat {
  readonly category: string;
  readonly unit: string;
  readonly current: number | null;
  readonly changePercent: number;
  readonly status: string;
}

export interface Tenant {
  readonly id: number;
  readonly tenantNo: string;
  readonly tenantName: string;
  readonly address: string;
  readonly totals: Readonly<Record<string, number | null>>;
  readonly status: string;
}

export const property = {
  worksId: 7,
  worksNo: 'W-7',
  name: 'Lipowa 7',
  address: 'Lipowa 7',
  zipCode: '00-001',
  city: 'Warszawa',
};

export function overview(timeframe: Timeframe): { content: Stat[] } {
  const factor = timeframe === 'MONTHLY' ? 1 : 0.23;
  return {
    content: categories.map((category, at) => ({
      category,
      unit: units[at] ?? '',
      current: at === 4 ? null : (at + 1) * 1234.5 * factor,
      changePercent: Math.round((at - 2) * 37 * factor) / 10,
      status: at === 3 ? 'ESTIMATED' : 'MEASURED',
    })),
  };
}

export function tenants(timeframe: Timeframe): { total: number; content: Tenant[] } {
  const factor = timeframe === 'MONTHLY' ? 1 : 0.23;
  const content = Array.from({ length: rowsOfPage }, (_, at) => ({
    id: at + 1,
    tenantNo: `T-${at + 1}`,
    tenantName: `${names[at % names.length]} ${at + 1}`,
    address: `Lipowa 7/${at + 1}`,
    totals: {
      COLD_WATER_METER: at % 9 === 4 ? null : 3.17 * (at + 1) * factor,
      HOT_WATER_METER: 1.41 * (at + 1) * factor,
      ENERGY: 27.3 * (at + 1) * factor,
    },
    status: at % 7 === 3 ? 'ESTIMATED' : 'MEASURED',
  }));
  return { total: 137, content };
}
