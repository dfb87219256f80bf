package io.fairstream.streams.journal;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroReader;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a block of charges. Each charge is encoded at once, so that it does not stay on the heap until the commit. Causes, dimensions
 * and most names are written once. Not thread-safe.
 */
public final class ChargeBlockBuilder {
    private static final int EMPTY = 0;

    private final int partition;
    private final Ledger ledger;
    private final Map<String, Integer> positions = new HashMap<>();
    private final Section names = new Section();
    private final Section causes = new Section();
    private final Section dimensions = new Section();
    private final Section charges = new Section();
    private @Nullable Cause lastCause;
    private @Nullable Dimensions lastDimensions;
    private final Last account = new Last();
    private final Last thing = new Last();
    private final Last match = new Last();
    private final Last pool = new Last();
    private final Last topic = new Last();
    private final Last cluster = new Last();
    private final Last bank = new Last();
    private final Last other = new Last();
    private long newest;

    /** Encoded items of one of the block's arrays. */
    private static final class Section {
        private final AvroOut bytes = new AvroOut();
        private int count;

        /** Returns the position of the item that is written next. */
        int next() {
            return count++;
        }

        /** Returns the position of the last written item. */
        int last() {
            return count - 1;
        }

        void writeTo(AvroOut out) {
            if (count > 0) {
                out.writeLong(count);
                out.writeAll(bytes);
            }
            out.writeLong(0);
        }

        void reset() {
            bytes.reset();
            count = 0;
        }
    }

    /** Last written name of one role: the next one is often the same and needs no lookup. */
    private static final class Last {
        private String name = "";
        private int position = EMPTY;

        void reset() {
            name = "";
            position = EMPTY;
        }
    }

    /** @param partition partition of the accounts that are charged */
    public ChargeBlockBuilder(int partition, Ledger ledger) {
        this.partition = partition;
        this.ledger = ledger;
        reset();
    }

    /** Partition of {@code charges} to which the block is written. */
    public int partition() {
        return partition;
    }

    /** Newest timestamp of the records that led to the charges, milliseconds since 1970. */
    public long newest() {
        return newest;
    }

    public boolean isEmpty() {
        return charges.count == 0;
    }

    /** Size of the block in bytes, without a short header. */
    public int size() {
        return names.bytes.size() + causes.bytes.size() + dimensions.bytes.size() + charges.bytes.size();
    }

    public void reset() {
        positions.clear();
        names.reset();
        causes.reset();
        dimensions.reset();
        charges.reset();
        lastCause = null;
        lastDimensions = null;
        List.of(account, thing, match, pool, topic, cluster, bank, other).forEach(Last::reset);
        newest = 0;
        write("");
    }

    /** Adds a charge; false if it holds a number that is not finite and is therefore left out. */
    public boolean add(Charge charge) {
        int cause = cause(charge.cause());
        int of = dimensions(charge.dimensions());
        Account payer = charge.account();
        AvroOut out = charges.bytes;
        int begin = out.size();
        out.writeLong(ChargeBlockFormat.KINDS.index(payer.kind()));
        out.writeLong(payer.kind() == Account.Kind.JOB ? inline(payer.name(), thing) : name(payer.name(), account));
        out.writeLong(inline(charge.thing(), thing));
        out.writeLong(cause);
        out.writeLong(of);
        out.writeBoolean(charge.entry().isCapped());
        EntryFormat.write(charge.entry(), out);
        if (!out.isFinite()) {
            out.cut(begin);
            return false;
        }
        charges.count++;
        newest = Math.max(newest, charge.cause().sent());
        return true;
    }

    private int name(String name) {
        return name(name, other);
    }

    private int name(String name, Last last) {
        if (name.isEmpty()) {
            return EMPTY;
        }
        if (!name.equals(last.name)) {
            last.position = position(name);
            last.name = name;
        }
        return last.position;
    }

    private int position(String name) {
        Integer known = positions.get(name);
        return known == null ? newName(name) : known;
    }

    private int newName(String name) {
        int position = write(name);
        positions.put(name, position);
        return position;
    }

    /**
     * Writes a name that occurs once or a few times in a row. It is not remembered, since a lookup would cost more than to write it again.
     */
    private int inline(String name, Last last) {
        if (!name.equals(last.name)) {
            last.position = name.isEmpty() ? EMPTY : write(name);
            last.name = name;
        }
        return last.position;
    }

    private int write(String name) {
        names.bytes.writeString(name);
        return names.next();
    }

    private int cause(Cause cause) {
        if (!cause.equals(lastCause)) {
            lastCause = cause;
            causes.next();
            AvroOut out = causes.bytes;
            out.writeLong(name(cause.topic(), topic));
            out.writeLong(cause.partition());
            out.writeLong(cause.offset());
            out.writeLong(cause.sent());
        }
        return causes.last();
    }

    private int dimensions(Dimensions of) {
        if (!of.equals(lastDimensions)) {
            lastDimensions = of;
            dimensions.next();
            AvroOut out = dimensions.bytes;
            out.writeLong(name(of.pool(), pool));
            out.writeLong(inline(of.resource(), thing));
            out.writeLong(inline(of.matchId(), match));
            out.writeLong(name(of.cluster(), cluster));
            out.writeNullable(of.jobId());
            out.writeLong(name(of.run()));
            out.writeLong(name(of.node()));
            out.writeLong(name(of.host()));
            out.writeLong(name(of.project()));
            out.writeLong(name(of.app()));
            out.writeNullable(of.submitted());
            out.writeLong(name(of.bank(), bank));
        }
        return dimensions.last();
    }

    void writeTo(AvroOut out) {
        out.writeLong(ChargeBlockFormat.LEDGERS.index(ledger));
        names.writeTo(out);
        causes.writeTo(out);
        dimensions.writeTo(out);
        charges.writeTo(out);
    }

    /** Format of blocks of charges, for writers and for the accounts. */
    public static final class ChargeBlockFormat
            implements FastAvroWriter<ChargeBlockBuilder>, FastAvroReader<List<Charge>> {
        static final Symbols<Account.Kind> KINDS = new Symbols<>(Account.Kind.class, ChargeKind.getClassSchema());
        static final Symbols<Ledger> LEDGERS = new Symbols<>(Ledger.class, LedgerKind.getClassSchema());

        @Override
        public Schema schema() {
            return ChargeBlock.getClassSchema();
        }

        @Override
        public void write(ChargeBlockBuilder block, AvroOut out) {
            block.writeTo(out);
        }

        @Override
        public List<Charge> read(AvroIn in) {
            Ledger ledger = LEDGERS.at(in.readIndex(LEDGERS.count()));
            List<String> names = in.readStrings();
            List<Cause> causes = new ArrayList<>();
            in.readBlocks(() -> causes.add(new Cause(item(names, in), in.readInt(), in.readLong(), in.readLong())));
            List<Dimensions> dimensions = new ArrayList<>();
            in.readBlocks(() -> dimensions.add(readDimensions(names, in)));
            List<Charge> charges = new ArrayList<>(causes.size());
            in.readBlocks(() -> charges.add(readCharge(ledger, names, causes, dimensions, in)));
            return charges;
        }

        private static Dimensions readDimensions(List<String> names, AvroIn in) {
            return new Dimensions(
                    item(names, in),
                    item(names, in),
                    item(names, in),
                    item(names, in),
                    in.readNullableLong(),
                    item(names, in),
                    item(names, in),
                    item(names, in),
                    item(names, in),
                    item(names, in),
                    in.readNullableLong(),
                    item(names, in));
        }

        private static Charge readCharge(
                Ledger ledger, List<String> names, List<Cause> causes, List<Dimensions> dimensions, AvroIn in) {
            Account account = new Account(KINDS.at(in.readIndex(KINDS.count())), item(names, in));
            String thing = item(names, in);
            Cause cause = item(causes, in);
            Dimensions of = item(dimensions, in);
            in.readBoolean();
            Entry entry = EntryFormat.read(in, of.bank());
            return new Charge(account, ledger, thing, of, entry, cause);
        }

        /** Returns the item at the position that is read next. */
        private static <T> T item(List<T> items, AvroIn in) {
            int position = in.readInt();
            if (position < 0 || position >= items.size()) {
                throw new SerializationException(
                        "position " + position + " (expected: 0 to " + (items.size() - 1) + ")");
            }
            return items.get(position);
        }
    }
}
