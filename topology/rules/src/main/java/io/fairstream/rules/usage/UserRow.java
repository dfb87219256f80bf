package io.fairstream.rules.usage;

import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.decay.HalfLife;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Published row of a user. The names are those of the schema {@code UserAccounting}, which documents them. */
public record UserRow(
        String user,
        @Nullable Long userId,
        UsageTotals totals,
        double decayedCpuAllocatedSeconds,
        double decayedCpuReservedSeconds,
        Map<Quantity, Double> decayedUsed,
        double halfLifeSeconds,
        @Nullable Long firstSeen,
        @Nullable Long lastSeen) {
    /** Creates the row of an account with entries; the half-life is that of the decayed values. */
    public static UserRow of(String user, UserAccount account, HalfLife halfLife) {
        UserAccount.Decayed decayed = account.decayed();
        boolean isSeen = PseudoUsers.isSeen(user);
        return new UserRow(
                user,
                account.userId().number(),
                UsageTotals.of(
                        account.allocated(), account.used(), account.allocated().asOf()),
                decayed.cpuAllocated(),
                decayed.cpuReserved(),
                Quantity.SUMS.stream().collect(Collectors.toMap(quantity -> quantity, decayed::used)),
                halfLife.seconds(),
                isSeen ? account.firstSeen() : null,
                isSeen ? account.lastSeen() : null);
    }
}
