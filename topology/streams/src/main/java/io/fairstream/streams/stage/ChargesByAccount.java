package io.fairstream.streams.stage;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

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
        InternalTopicValidator.charges(record.value(), record.timestamp(), times);
        for (Charge charge : record.value()) {
            Account account = charge.account();
            context.forward(new Record<>(account.name(), charge, charge.cause().sent()), accounts.get(account.kind()));
        }
    }
}
