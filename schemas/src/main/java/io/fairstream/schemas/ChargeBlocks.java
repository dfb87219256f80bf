package io.fairstream.schemas;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Splits the blocks of {@code charges} into single charges, and builds blocks from them. */
public final class ChargeBlocks {
    private ChargeBlocks() {}

    /**
     * A charge and the timestamp of its input record.
     *
     * @param sent timestamp; for a sum, that of the newest input record
     */
    public record Sent(Charge charge, Instant sent) {}

    /**
     * The charges of a block, in the order of charging.
     *
     * @throws IllegalArgumentException if a position is outside the block
     */
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

    /**
     * Rejects a block from which charges cannot be read.
     *
     * @throws IllegalArgumentException if a position is outside the block
     */
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

    /** Builds a block from charges of one ledger. */
    public static ChargeBlock block(LedgerKind ledger, List<Sent> charges) {
        Map<String, Integer> names = new LinkedHashMap<>(Map.of("", 0));
        List<BlockCause> causes = new ArrayList<>();
        List<BlockDimensions> dimensions = new ArrayList<>();
        List<BlockCharge> entries = new ArrayList<>();
        for (Sent sent : charges) {
            Charge charge = sent.charge();
            Cause cause = charge.getCause();
            causes.add(new BlockCause(
                    position(names, cause.getTopic()), cause.getPartition(), cause.getOffset(), sent.sent()));
            dimensions.add(dimensions(names, charge.getDimensions()));
            entries.add(new BlockCharge(
                    charge.getKind(),
                    position(names, charge.getAccount()),
                    position(names, charge.getThing()),
                    causes.size() - 1,
                    dimensions.size() - 1,
                    charge.getCapped(),
                    charge.getEntry()));
        }
        return new ChargeBlock(ledger, List.copyOf(names.keySet()), causes, dimensions, entries);
    }

    private static BlockDimensions dimensions(Map<String, Integer> names, Dimensions of) {
        return new BlockDimensions(
                position(names, of.getPool()),
                position(names, of.getResource()),
                position(names, of.getMatchId()),
                position(names, of.getCluster()),
                of.getJobId(),
                position(names, of.getRun()),
                position(names, of.getNode()),
                position(names, of.getHost()),
                position(names, of.getProject()),
                position(names, of.getApp()),
                of.getSubmitted(),
                position(names, of.getBank()));
    }

    private static int position(Map<String, Integer> names, @Nullable String name) {
        return names.computeIfAbsent(name == null ? "" : name, any -> names.size());
    }
}
