package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.association.AssociationEntry;
import io.fairstream.rules.account.balance.TargetCharge;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.rules.account.usage.JobCharge;
import io.fairstream.rules.account.usage.UserCharge;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Hands each charge to the account that pays. */
public final class ChargesByKind implements Processor<String, Object, String, Object> {
    /** The nodes of the accounts. */
    public record Accounts(
            String customers, String jobs, String users, String associations, String projects, String days) {}

    private final EventTimes times;
    private final Accounts accounts;
    private ProcessorContext<String, Object> context;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public ChargesByKind(EventTimes times, Accounts accounts) {
        this.times = times;
        this.accounts = accounts;
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
    }

    @Override
    public void process(Record<String, Object> record) {
        Object charge = record.value();
        Fit.charge(record.key(), charge, record.timestamp(), times);
        if (charge instanceof Entry.UseChange) {
            context.forward(record, accounts.customers());
        } else if (charge instanceof JobCharge) {
            context.forward(record, accounts.jobs());
        } else if (charge instanceof UserCharge) {
            context.forward(record, accounts.users());
        } else if (charge instanceof AssociationEntry) {
            context.forward(record, accounts.associations());
        } else if (charge instanceof TargetCharge) {
            context.forward(record, accounts.projects());
        } else if (charge instanceof DayChange) {
            context.forward(record, accounts.days());
        }
    }
}
