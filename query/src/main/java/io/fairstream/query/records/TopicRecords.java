package io.fairstream.query.records;

import io.fairstream.app.UnreadRange;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The committed records of topics of the contract, independent of their source. */
public interface TopicRecords {
    /** Settings under which the topics were written. */
    Settings settings();

    /** Reads a whole topic; within a partition, in order. */
    <V> void read(Topic<V> topic, Consumer<Row<V>> rows);

    /** As {@link #read}, but allows that no value is readable. */
    <V> void readReadable(Topic<V> topic, Consumer<Row<V>> rows);

    /** As {@link #readReadable}, including records that the topology rejects: to count them. */
    default <V> void readAsIs(Topic<V> topic, Consumer<Row<V>> rows) {
        readReadable(topic, rows);
    }

    /** Returns the latest value of each key of a compacted topic, in no order. */
    <V> List<V> latest(Topic<V> topic);

    /** As {@link #latest}, by key. */
    <V> Map<String, V> byKey(Topic<V> topic);

    /** Returns the number of records, readable or not. */
    long count(Topic<?> topic);

    /**
     * Returns the names of changed settings: earlier data was computed with other values. The time in a row shows a
     * change even after compaction. A row of a release that wrote no time shows it only while the topic still contains
     * the previous value.
     */
    default Set<String> changedSettings() {
        Map<String, Set<String>> values = new HashMap<>();
        Set<String> changed = new HashSet<>();
        readReadable(Topics.SETTINGS, row -> {
            Setting setting = row.value();
            if (setting != null) {
                values.computeIfAbsent(setting.getName(), name -> new HashSet<>())
                        .add(setting.getValue());
                if (setting.getAt() != null) {
                    changed.add(setting.getName());
                }
            }
        });
        values.forEach((name, each) -> {
            if (each.size() > 1) {
                changed.add(name);
            }
        });
        return changed;
    }

    /** Returns input records that were deleted before the topology read them, both reported and not yet reached ones. */
    default List<UnreadRange> unread() {
        Map<String, UnreadRange> reported = new HashMap<>();
        readReadable(Topics.SETTINGS, row -> {
            Setting setting = row.value();
            if (setting != null) {
                UnreadRange.of(setting.getName(), setting.getValue())
                        .ifPresent(range -> reported.put(setting.getName(), range));
            }
        });
        List<UnreadRange> all = new ArrayList<>(reported.values());
        all.addAll(deletedAhead());
        return UnreadRange.joined(all);
    }

    /** Returns ranges that are deleted between the topology's committed offsets and the begin of the log. */
    default List<UnreadRange> deletedAhead() {
        return List.of();
    }

    /** Returns true if no record has been deleted since the topic was created. */
    boolean isWhole(Topic<?> topic);

    /** Reads all charges, each with the account as its key and the offset of its block. Unreadable blocks are skipped. */
    default void readCharges(Consumer<Row<Charge>> charges) {
        readReadable(Topics.CHARGES, block -> unpack(block, charges));
    }

    /** Passes on the charges of a block. */
    static void unpack(Row<ChargeBlock> row, Consumer<Row<Charge>> charges) {
        ChargeBlock block = row.value();
        if (block != null) {
            for (ChargeBlocks.Sent sent : ChargeBlocks.charges(block)) {
                Charge charge = sent.charge();
                charges.accept(new Row<>(charge.getAccount(), charge, row.partition(), row.offset(), row.headers()));
            }
        }
    }
}
