package io.fairstream.streams.state;

import io.fairstream.rules.account.association.AssociationState;
import io.fairstream.rules.account.association.UsageSums;
import io.fairstream.rules.share.ShareNode;
import org.jspecify.annotations.Nullable;

/** Keeps what the ranking knows of each path. Not safe for several threads. */
public final class RankedPathCodec implements PagelessCodec<RankedPath> {
    private static final int WITHOUT_USE_PARENT = 2;
    private static final int VERSION = 3;

    private final StateOut out = new StateOut();

    @Override
    public RankedPath create() {
        return new RankedPath();
    }

    @Override
    public byte[] write(RankedPath state) {
        out.begin(VERSION);
        AssociationState standing = state.standing();
        out.writeBoolean(state.isDirty());
        out.writeBoolean(standing != null);
        if (standing != null) {
            out.writeBoolean(standing.kind() == ShareNode.Kind.BANK);
            out.writeNullable(standing.shares());
            out.writeBoolean(standing.active());
            out.writeBoolean(standing.useParent());
            UsageParts.write(standing.sums(), out);
        }
        RankedPath.Published published = state.published();
        out.writeBoolean(published != null);
        if (published != null) {
            out.writeString(published.policy());
            out.writeDouble(published.factor());
            out.writeDouble(published.levelShare());
            out.writeLong(published.rank());
            out.writeLong(published.of());
            out.writeDouble(published.ofShares());
            out.writeDouble(published.ofUsage());
            out.writeDouble(published.usage());
        }
        return out.toByteArray();
    }

    @Override
    public RankedPath read(String path, byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() != VERSION && in.version() != WITHOUT_USE_PARENT) {
            throw StateCodec.unknown("ranked path", in.version());
        }
        boolean isDirty = in.readBoolean();
        return new RankedPath(readStanding(path, in), readPublished(in), isDirty);
    }

    private static @Nullable AssociationState readStanding(String path, StateIn in) {
        if (!in.readBoolean()) {
            return null;
        }
        ShareNode.Kind kind = in.readBoolean() ? ShareNode.Kind.BANK : ShareNode.Kind.USER;
        Double shares = in.readNullableDouble();
        boolean active = in.readBoolean();
        boolean useParent = in.version() != WITHOUT_USE_PARENT && in.readBoolean();
        UsageSums sums = UsageParts.readSums(in);
        return new AssociationState(path, kind, shares, active, useParent, sums);
    }

    private static RankedPath.@Nullable Published readPublished(StateIn in) {
        return in.readBoolean()
                ? new RankedPath.Published(
                        in.readString(),
                        in.readDouble(),
                        in.readDouble(),
                        in.readInt(),
                        in.readInt(),
                        in.readDouble(),
                        in.readDouble(),
                        in.readDouble())
                : null;
    }
}
