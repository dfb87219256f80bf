package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Law 3: what customers are charged is what the resources were held. */
class ConservationLawTest {
    @Test
    void matchSecondsSinceTheLastResetAreTheAccumulatedUsage() {
        Seeds.check(60, (history, random) -> {
            LedgerPipeline ledgers = new LedgerPipeline();
            AccountPipeline accounts = new AccountPipeline(history.halfLife());
            history.shuffled(random)
                    .forEach(event -> ledgers.apply(event).charges().forEach(accounts::charge));
            for (String customer : Customers.ALL) {
                long reset = random.nextLong(history.end());
                accounts.edit(customer, new Edit(reset, "root", new Edit.ResetUsage()));
                AccountState state = accounts.at(customer, history.end());
                assertEquals(matchMillis(ledgers, customer, reset, history.end()) / 1000.0, state.accumulatedUsage());
                assertEquals(
                        weightedMillis(ledgers, customer, reset, history.end()) / 1000,
                        state.weightedAccumulatedUsage(),
                        1e-9 * Math.max(1e-3, state.weightedAccumulatedUsage()));
            }
        });
    }

    @Test
    void theChargesTelescopeToTheMatches() {
        Seeds.check(60, (history, random) -> {
            LedgerPipeline ledgers = new LedgerPipeline();
            history.shuffled(random).forEach(ledgers::apply);
            List<Charge> entries =
                    ledgers.entries().values().stream().flatMap(List::stream).toList();
            for (String customer : Customers.ALL) {
                List<RateChange> charges = entries.stream()
                        .filter(entry -> entry.account().name().equals(customer))
                        .map(MatchText::rate)
                        .toList();
                assertEquals(
                        ledgers.held().values().stream()
                                .filter(match -> match.customer().equals(customer))
                                .count(),
                        charges.stream().mapToInt(RateChange::resources).sum());
                assertEquals(
                        matchMillis(ledgers, customer, 0, history.end()),
                        charges.stream()
                                .mapToLong(charge -> charge.resources() * (history.end() - charge.at()))
                                .sum());
            }
        });
    }

    private static long matchMillis(LedgerPipeline ledgers, String customer, long from, long to) {
        return (long) sum(ledgers, customer, from, to, false);
    }

    private static double weightedMillis(LedgerPipeline ledgers, String customer, long from, long to) {
        return sum(ledgers, customer, from, to, true);
    }

    private static double sum(LedgerPipeline ledgers, String customer, long from, long to, boolean weighted) {
        double sum = 0;
        for (List<FinishedMatch> finished : ledgers.finished().values()) {
            for (FinishedMatch match : finished) {
                sum += part(match.match(), customer, from, Math.min(to, match.end()), weighted);
            }
        }
        for (OpenMatch match : ledgers.held().values()) {
            sum += part(match, customer, from, to, weighted);
        }
        return sum;
    }

    private static double part(OpenMatch match, String customer, long from, long to, boolean weighted) {
        long millis = match.customer().equals(customer) ? Math.max(0, to - Math.max(from, match.start())) : 0;
        return weighted ? match.slotWeight() * millis : millis;
    }
}
