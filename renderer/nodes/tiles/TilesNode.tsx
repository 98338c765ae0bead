import { Link } from 'react-router-dom';
import type { Tile as TileManifest } from '../../../schemas/manifest/compiled.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { EntryBadge } from '../../core/EntryBadge.tsx';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { UpgradeTooltip } from '../../core/UpgradeTooltip.tsx';

/** The ways into the modules; locked ones are grey and say why. */
export function TilesNode({ node }: NodeProps<'tiles'>) {
  if (node.tiles.length === 0) return <EmptyState {...node.empty} />;
  return (
    <ul className="tiles tiles-modules">
      {node.tiles.map((tile) => (
        <li key={tile.id}>
          <Tile tile={tile} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ tile }: { tile: TileManifest }) {
  const text = useText();
  const content = (
    <>
      <span className="tile-icon">
        <Icon name={tile.icon} size={20} />
      </span>
      <span className="tile-text">
        <span className="tile-label">
          {text(tile.label)} {tile.badge && <EntryBadge badge={tile.badge} />}
        </span>
        <span className="tile-description">{text(tile.description)}</span>
      </span>
      <Icon name={tile.locked ? 'lock' : 'chevron-right'} className="tile-end" />
    </>
  );
  return tile.locked ? (
    <UpgradeTooltip className="tile tile-locked">{content}</UpgradeTooltip>
  ) : (
    <Link className="tile" to={tile.path}>
      {content}
    </Link>
  );
}
