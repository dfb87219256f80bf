package io.fairstream.rules.usage;

import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.decay.HalfLife;
import org.jspecify.annotations.Nullable;

/** Published row of a user. The names are those of the schema {@code UserAccounting}, which documents them. */
public record UserRow(
        String user,
        @Nullable Long userId,
        UsageTotals totals,
        double decayedCpuAllocatedSeconds,
        double decayedCpuReservedSeconds,
        double decayedCpuUsedSeconds,
        double decayedRealMemoryKiBSeconds,
        double decayedVirtualMemoryKiBSeconds,
        double decayedGpuUsedSeconds,
        double decayedGpuMemoryKiBSeconds,
        double decayedEnergyJoules,
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
                decayed.used(Quantity.CPU_USED),
                decayed.used(Quantity.REAL_MEMORY),
                decayed.used(Quantity.VIRTUAL_MEMORY),
                decayed.used(Quantity.GPU_USED),
                decayed.used(Quantity.GPU_MEMORY),
                decayed.used(Quantity.ENERGY),
                halfLife.seconds(),
                isSeen ? account.firstSeen() : null,
                isSeen ? account.lastSeen() : null);
    }
}
