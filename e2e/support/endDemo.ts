import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open.ts';
import { findDemoState, writeDemoState } from '../../server/demo/demo.repository.ts';
import { listInLoadingOrder } from '../../server/demo/planDemo.ts';

/**
 * A program: what of the demo isn't loaded yet in DATA_DIR never is, so that a portal on it has
 * nothing to do beside what journeys ask of it.
 */
const database = await openDatabase(readConfig(process.env));
try {
  await database.transaction(async (tx) => {
    const state = await findDemoState(tx);
    if (!state?.markets) throw new Error('There is no demo in DATA_DIR.');
    const { size, markets, documents } = state;
    const { length } = listInLoadingOrder(size, markets).plan;
    await writeDemoState(tx, {
      ...state,
      loaded: length,
      earlier: length,
      hasRealData: true,
      ...(documents && { documents: { ...documents, filled: length } }),
    });
  });
} finally {
  await database.close();
}
