package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Charge;
import io.fairstream.testing.SyntheticVolunteers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The balance of einstein of {@link SyntheticVolunteers}, which was charged 3.6288e15 FLOPs. */
class TargetPartsTest {
    private static final Balance ROW = SyntheticVolunteers.BALANCES.get(0);

    /** A row that was charged so much. */
    private static Balance row(double charged) {
        return Balance.newBuilder(ROW)
                .setCharged(charged)
                .setBalance(1e15 + 4.9e13 - charged)
                .build();
    }

    private static TargetParts parts(Balance row, List<Charge> charges) {
        TargetSums sums = new TargetSums(row, By.DAY);
        charges.forEach(sums::add);
        return sums.parts(null);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "3.6288e15, 3.6288e15, true,  they agree",
        "3.6144e15, 3.6288e15, true,  the journal is ahead of the row that was read first",
        "3.6000e15, 3.7000e15, true,  and behind the one that was read next",
        "3.6000e15, 3.6144e15, false, the row does not know a charge that it was given time for",
        "3.7000e15, 3.8000e15, false, the journal has lost a charge",
        "3.6300e15, 3.6300e15, false, they do not",
    })
    void areWholeIfTheyLieBetweenTheRowsBeforeAndAfter(double before, double after, boolean isWhole, String why) {
        assertEquals(isWhole, parts(row(before), SyntheticVolunteers.CHARGES).isWhole(row(after)), why);
    }

    @Test
    void aBalanceThatWasAllocatedAnewMeanwhileIsReadAgain() {
        Balance anew = Balance.newBuilder(ROW).setInitialBalance(2e15).build();
        assertEquals(false, parts(ROW, SyntheticVolunteers.CHARGES).isWhole(anew));
    }

    @Test
    void theBalanceIsThatOfTheChargesThatAreShown() {
        TargetParts parts = parts(row(3.6e15), SyntheticVolunteers.CHARGES);
        io.fairstream.rules.usage.Allocation.Balance balance = parts.balance();
        assertNotNull(balance);
        assertEquals(-2.5808e15, balance.amount(), 1e3);
        assertEquals(parts.charged(), balance.settled().charged(), 1e3);
    }
}
