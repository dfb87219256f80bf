package io.fairstream.schemas;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits the blocks of {@code charges} into single charges. */
public final class ChargeBlocks {
    private ChargeBlocks() {}

    /** A charge and the timestamp of its input record; for a sum, that of the newest input record. */
    public record Sent(Charge charge, Instant sent) {}

    /** The charges of a block, in the order of charging; throws {@link IllegalArgumentException} if a position is outside the block. */
    public static List<Sent> charges(ChargeBlock block) {
        try {
            return block.getCharges().stream()
                    .map(charge -> new Sent(
                            charge(block, charge),
                            block.getCauses().get(charge.getCause()).getSent()))
                    .toList();
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "a position in a block of charges is outside of its array: " + e.getMessage(), e);
        }
    }

    /** Throws {@link IllegalArgumentException} if a position is outside the block, so that charges cannot be read from it. */
    public static void requireReadable(@Nullable ChargeBlock block) {
        if (block == null) {
            return;
        }
        int names = block.getNames().size();
        for (BlockCharge charge : block.getCharges()) {
            require(charge.getAccount(), names);
            require(charge.getThing(), names);
            require(charge.getCause(), block.getCauses().size());
            require(charge.getDimensions(), block.getDimensions().size());
        }
        block.getCauses().forEach(cause -> require(cause.getTopic(), names));
        for (BlockDimensions of : block.getDimensions()) {
            for (int i = 0; i < of.getSchema().getFields().size(); i++) {
                if (of.get(i) instanceof Integer position) {
                    require(position, names);
                }
            }
        }
    }

    private static void require(int position, int size) {
        if (position < 0 || position >= size) {
            throw new IllegalArgumentException("a position in a block of charges is outside of its array: " + position
                    + " (expected: 0 to " + (size - 1) + ")");
        }
    }

    private static Charge charge(ChargeBlock block, BlockCharge charge) {
        List<String> names = block.getNames();
        BlockCause cause = block.getCauses().get(charge.getCause());
        BlockDimensions of = block.getDimensions().get(charge.getDimensions());
        return new Charge(
                charge.getKind(),
                names.get(charge.getAccount()),
                block.getLedger(),
                names.get(charge.getThing()),
                new Cause(names.get(cause.getTopic()), cause.getPartition(), cause.getOffset()),
                new Dimensions(
                        filled(names, of.getPool()),
                        filled(names, of.getResource()),
                        filled(names, of.getMatchId()),
                        filled(names, of.getCluster()),
                        of.getJobId(),
                        filled(names, of.getRun()),
                        filled(names, of.getNode()),
                        filled(names, of.getHost()),
                        filled(names, of.getProject()),
                        filled(names, of.getApp()),
                        of.getSubmitted(),
                        filled(names, of.getBank())),
                charge.getCapped(),
                charge.getEntry());
    }

    private static @Nullable String filled(List<String> names, int position) {
        String name = names.get(position);
        return name.isEmpty() ? null : name;
    }
}
