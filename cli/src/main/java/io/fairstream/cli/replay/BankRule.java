package io.fairstream.cli.replay;

import io.fairstream.reading.BankTree.BankPath;
import io.fairstream.schemas.JobEvent;
import java.util.List;
import java.util.Locale;

/** Rule that selects the bank that is charged for a job of a recording. */
enum BankRule {
    /** Bank of the account, as the connector reports it. */
    ACCOUNT {
        @Override
        String bank(JobEvent event) {
            return event.getBank();
        }
    },
    /** Bank named after the user's first group. */
    GROUP {
        @Override
        String bank(JobEvent event) {
            List<String> groups = event.getGroups();
            return BankPath.of(groups.isEmpty() ? "unknown-group" : groups.get(0));
        }
    },
    /** One bank for all jobs. */
    CONST {
        @Override
        String bank(JobEvent event) {
            return BankPath.of("all");
        }
    };

    abstract String bank(JobEvent event);

    /** Returns the event with the bank of this rule. */
    JobEvent applied(JobEvent event) {
        String bank = bank(event);
        if (bank.equals(event.getBank())) {
            return event;
        }
        return JobEvent.newBuilder(event).setBank(bank).build();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
