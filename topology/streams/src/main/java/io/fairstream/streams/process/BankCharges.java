package io.fairstream.streams.process;

import io.fairstream.rules.account.association.AssociationEntry;
import io.fairstream.rules.account.association.BankSums;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.streams.wire.BankCharge;
import io.fairstream.streams.wire.Origin;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Sums up what banks are charged for the users within, and charges them at each commit. */
final class BankCharges {
    private final ProcessorContext<String, Object> context;
    private final String sink;
    private final BankSums sums;
    private final Map<String, Cause> causes = new HashMap<>();

    private record Cause(Origin origin, long timestamp) {}

    BankCharges(ProcessorContext<String, Object> context, String sink, UsageTerms terms) {
        this.context = context;
        this.sink = sink;
        this.sums = new BankSums(terms);
    }

    /** Charges all banks around a path for what the path is charged, or for a sum. */
    void add(String path, AssociationEntry entry, Origin origin, long timestamp) {
        for (String bank : BankSums.around(path)) {
            sums.add(bank, entry);
            causes.put(bank, new Cause(origin, timestamp));
        }
    }

    /** Writes the sums that are not nothing. */
    void flush() {
        sums.take().forEach((bank, entries) -> entries.forEach(entry -> write(bank, entry)));
        causes.clear();
    }

    private void write(String bank, AssociationEntry.Subtree entry) {
        if (!entry.isNothing()) {
            Cause cause = Objects.requireNonNull(causes.get(bank));
            BankCharge charge = new BankCharge(bank, entry, cause.origin());
            context.forward(new Record<>(bank, charge, cause.timestamp()), sink);
        }
    }
}
