package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SubtreeRateChange;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups lab and lab.night, and the root, which has whoever is in none. */
class GroupReconciliationTest {
    /** Charges such as {@code lab.ann +2 slot1}: an account, resources, and what was matched; without it the charge is for a group. */
    @ParameterizedTest(name = "{2}")
    @CsvSource({
        "lab.ann@p 1 slot1|lab 1, '', a member's match is the group's",
        "lab.ann@p 1 slot1, '\"lab\": charged for 0 in use (expected: 1)', the group does not know of it",
        "lab.night.bo@p 1 slot1|lab.night 1|lab 1, '', up the tree a level at a time",
        "lab.night.bo@p 1 slot1|lab.night 1, '\"lab\": charged for 0 in use (expected: 1)', not up to the top",
        "lab 2 slot1, '', what was matched to the group's own name",
        "ann@p 1 slot1|<none> 1, '', nobody's member is the root's",
    })
    void aGroupIsChargedWhatItsMembersAre(String charges, String differences, String why) {
        GroupReconciliation groups = new GroupReconciliation(Groups.of(List.of("lab", "lab.night")));
        Stream.of(charges.split("\\|", -1)).map(GroupReconciliationTest::charge).forEach(groups::charge);
        assertEquals(
                new Check("some", differences.isEmpty(), differences.isEmpty() ? "3 groups" : differences),
                groups.check("some"),
                why);
    }

    private static Charge charge(String text) {
        String[] words = text.split(" ", -1);
        boolean isMatch = words.length > 2;
        int resources = Integer.parseInt(words[1]);
        return new Charge(
                ChargeKind.CUSTOMER,
                words[0],
                LedgerKind.MATCH,
                isMatch ? words[2] : "",
                new Cause("matches", 0, 1L),
                Dimensions.newBuilder().build(),
                false,
                isMatch || words[0].equals("lab.night")
                        ? new RateChange(Instant.EPOCH, resources, 1.0, Instant.EPOCH)
                        : new SubtreeRateChange(Instant.EPOCH, resources, 1.0, Instant.EPOCH));
    }
}
