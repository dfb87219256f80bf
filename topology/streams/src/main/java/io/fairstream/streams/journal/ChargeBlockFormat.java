package io.fairstream.streams.journal;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Dimensions;
import io.fairstream.rules.journal.Entry;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroReader;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.Symbols;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Blocks of charges, as they are written and as the accounts read them. */
public final class ChargeBlockFormat implements FastAvroWriter<ChargeBlockBuilder>, FastAvroReader<List<Charge>> {
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

    /** The item whose position comes next. */
    private static <T> T item(List<T> items, AvroIn in) {
        int position = in.readInt();
        if (position < 0 || position >= items.size()) {
            throw new SerializationException("position " + position + " (expected: 0 to " + (items.size() - 1) + ")");
        }
        return items.get(position);
    }
}
