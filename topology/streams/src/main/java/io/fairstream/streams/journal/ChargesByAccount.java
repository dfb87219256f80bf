package io.fairstream.streams.journal;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.streams.errors.FailedRecordHandler.UnfitRecordException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Hands each charge of a block to the account that pays, with the timestamp of the record that led to it. */
public final class ChargesByAccount implements Processor<String, List<Charge>, String, Charge> {
    private final EventTimes times;
    private final Map<Account.Kind, String> accounts;
    private ProcessorContext<String, Charge> context;

    /** @param accounts the node of each kind of account */
    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public ChargesByAccount(EventTimes times, Map<Account.Kind, String> accounts) {
        this.times = times;
        this.accounts = new EnumMap<>(accounts);
    }

    @Override
    public void init(ProcessorContext<String, Charge> processorContext) {
        context = processorContext;
    }

    @Override
    public void process(Record<String, List<Charge>> record) {
        check(record.value(), record.timestamp(), times);
        for (Charge charge : record.value()) {
            Account account = charge.account();
            context.forward(new Record<>(account.name(), charge, charge.cause().sent()), accounts.get(account.kind()));
        }
    }

    /**
     * Checks that charges are such as the topology writes, before any of them is handed to its account. Who else may write there can
     * charge whom they like, but not stop it.
     *
     * @param sent the timestamp of the record in which they stand, milliseconds since 1970
     * @throws UnfitRecordException if they are not
     */
    private static void check(@Nullable List<Charge> charges, long sent, EventTimes times) {
        if (charges == null) {
            throw new UnfitRecordException("value: null (expected: charges)");
        }
        for (Charge charge : charges) {
            Refused refused = charge.refusal(times, sent);
            if (refused != null) {
                throw new UnfitRecordException("charge: " + refused.detail());
            }
        }
    }
}
