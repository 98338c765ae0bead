import { Brand } from './shell/Brand.tsx';

/** What is seen in the moment before there are texts, so it has none but the product's name. */
export function Splash() {
  return (
    <div className="splash" aria-busy="true">
      <Brand />
    </div>
  );
}
