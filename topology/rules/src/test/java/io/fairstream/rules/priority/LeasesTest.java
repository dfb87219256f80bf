package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.laws.AccountPipeline;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Edit.Decision.Kind;
import io.fairstream.rules.priority.FactorRules.Source;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions as {@code at: value until}, without an end for good; then the factor at an instant. Times are seconds. */
class LeasesTest {
    private static final HalfLife DAY = new HalfLife(86400);
    private static final FactorRules RULES = new FactorRules(1000, 1e10, 1e7, "pool", Groups.EMPTY, Map.of());

    private static Edit entry(String text, Kind kind) {
        String[] words = text.strip().split("[: ]+", -1);
        long at = Long.parseLong(words[0]) * 1000;
        if (words[1].equals("cancel")) {
            return new Edit(at, "root", new Edit.CancelLease(kind));
        }
        if (words[1].equals("delete")) {
            return new Edit(at, "root", new Edit.Delete());
        }
        long until = words.length > 2 ? Long.parseLong(words[2]) * 1000 : Decision.FOR_GOOD;
        return Edits.decide(at, "root", kind, Double.parseDouble(words[1]), until);
    }

    private static AccountState state(String edits, long second, Kind kind) {
        AccountPipeline accounts = new AccountPipeline(DAY);
        Arrays.stream(edits.split(";", -1)).forEach(text -> accounts.edit("alice", entry(text, kind)));
        return accounts.at("alice", second * 1000);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10: 5 | 20 | 5 | EXPLICIT | a factor for good",
                "10: 5 30 | 29 | 5 | LEASE | a lease in force",
                "10: 5 30 | 30 | 1000 | DEFAULT | it ends at its end",
                "10: 5; 20: 9 30 | 25 | 9 | LEASE | a lease hides what is for good",
                "10: 5; 20: 9 30 | 30 | 5 | EXPLICIT | which returns",
                "10: 5 100; 20: 9 50 | 30 | 9 | LEASE | a lease in a lease",
                "10: 5 100; 20: 9 50 | 50 | 5 | LEASE | the outer one returns",
                "10: 5 50; 20: 9 100 | 60 | 9 | LEASE | the newer one may outlast the older",
                "10: 5; 20: 9 50; 30: cancel | 30 | 5 | EXPLICIT | cancelled",
                "10: 5 100; 20: 9 50; 30: cancel | 30 | 1000 | DEFAULT | all leases of the kind",
                "10: cancel | 10 | 1000 | DEFAULT | nothing to cancel",
                "10: 9 100; 20: 5 | 30 | 5 | EXPLICIT | a decision for good ends the leases",
                "20: 5; 10: 9 100 | 30 | 5 | EXPLICIT | whatever the order of arrival",
                "30: 6 60; 20: 7 50; 10: 8 90 | 55 | 6 | LEASE | whatever the order of arrival",
                "10: 5; 20: 9 50; 30: delete | 40 | 1000 | DEFAULT | deleted with the customer",
                "10: 5; 10: cancel | 10 | 5 | EXPLICIT | cancelling keeps what is for good",
                "10: 9 50; 10: cancel | 10 | 1000 | DEFAULT | at one instant cancelling acts after setting",
            })
    void factors(String edits, long second, double factor, Source source, String reason) {
        AccountState state = state(edits, second, Kind.FACTOR);
        assertEquals(new FactorRules.Factor(factor, source), RULES.of("alice", state), reason);
    }

    @Test
    void leasesAreListedNewestFirstUntilTheyEnd() {
        String edits = "5: 4; 10: 5 100; 20: 9 50; 30: 6 40";
        assertEquals(
                "[6.0, 9.0, 5.0]",
                state(edits, 35, Kind.CEILING).leases(Kind.CEILING).stream()
                        .map(Decision::value)
                        .toList()
                        .toString());
        assertEquals(2, state(edits, 40, Kind.CEILING).leases(Kind.CEILING).size());
        assertEquals(0, state(edits, 100, Kind.CEILING).leases(Kind.CEILING).size());
        assertEquals(0, state(edits, 35, Kind.CEILING).leases(Kind.FLOOR).size());
    }

    @Test
    void aFactorWithoutLeasesIsThatForGoodOrTheDefault() {
        assertEquals(
                5,
                RULES.withoutLeases("alice", state("10: 5; 20: 9 50", 30, Kind.FACTOR))
                        .value());
        assertEquals(
                1000,
                RULES.withoutLeases("alice", state("20: 9 50", 30, Kind.FACTOR)).value());
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "alice@pool,           1000, DEFAULT,   of the local domain",
        "alice,                1000, DEFAULT,   without a domain",
        "dave@elsewhere,       1e7,  REMOTE,    of another domain",
        "a@elsewhere@pool,     1000, DEFAULT,   the domain stands after the last @",
        "a@pool@elsewhere,     1e7,  REMOTE,    the domain stands after the last @",
        "alice@POOL,           1e7,  REMOTE,    case counts",
        "alice@,               1e7,  REMOTE,    an empty domain is another",
        "nice-user.carol@pool, 1e10, NICE_USER, a nice user",
        "nice-user@elsewhere,  1e10, NICE_USER, nice before remote",
        "a.nice-user@pool,     1000, DEFAULT,   only at the begin",
    })
    void factorsThatNobodySet(String customer, double factor, Source source, String reason) {
        assertEquals(new FactorRules.Factor(factor, source), RULES.unset(customer), reason);
    }

    @Test
    void everybodyIsLocalWithoutALocalDomain() {
        assertEquals(
                Source.DEFAULT,
                new FactorRules(1000, 1e10, 1e7, null, Groups.EMPTY, Map.of())
                        .unset("dave@elsewhere")
                        .source());
    }
}
