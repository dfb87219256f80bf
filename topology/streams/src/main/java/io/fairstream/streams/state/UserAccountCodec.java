package io.fairstream.streams.state;

import io.fairstream.rules.Quantity;
import io.fairstream.rules.account.usage.Allocated;
import io.fairstream.rules.account.usage.Used;
import io.fairstream.rules.account.usage.UserAccount;
import io.fairstream.rules.account.usage.UserId;
import io.fairstream.rules.decay.HalfLife;
import java.util.Set;

/** Keeps the accounts of users, which have no pages. Not safe for several threads. */
public final class UserAccountCodec implements PagelessCodec<PublishedAccount<UserAccount>> {
    private static final int VERSION = 1;

    private final StateOut out = new StateOut();
    private final HalfLife halfLife;

    public UserAccountCodec(HalfLife halfLife) {
        this.halfLife = halfLife;
    }

    @Override
    public PublishedAccount<UserAccount> create() {
        return new PublishedAccount<>(new UserAccount(halfLife));
    }

    @Override
    public byte[] write(PublishedAccount<UserAccount> state) {
        UserAccount account = state.account();
        UserAccount.Decayed decayed = account.decayed();
        out.begin(VERSION);
        out.writeBoolean(!state.keys().isEmpty());
        UsageParts.write(account.allocated(), out);
        Used used = account.used();
        out.writeBoolean(used != null);
        if (used != null) {
            UsageParts.write(used, out);
        }
        out.writeDouble(decayed.cpuAllocated());
        out.writeDouble(decayed.cpuReserved());
        Quantity.SUMS.forEach(quantity -> out.writeDouble(decayed.used(quantity)));
        out.writeNullable(account.userId().number());
        out.writeBoolean(account.userId().isDisputed());
        out.writeNullable(account.firstSeen());
        return out.toByteArray();
    }

    @Override
    public PublishedAccount<UserAccount> read(String user, byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() != VERSION) {
            throw StateCodec.unknown("user account", in.version());
        }
        Set<String> keys = in.readBoolean() ? Set.of(user) : Set.of();
        Allocated allocated = UsageParts.readAllocated(in);
        Used used = in.readBoolean() ? UsageParts.readUsed(in) : null;
        UserAccount.Decayed decayed =
                new UserAccount.Decayed(in.readDouble(), in.readDouble(), quantity -> in.readDouble());
        UserId userId = new UserId(in.readNullableLong(), in.readBoolean());
        return new PublishedAccount<>(
                new UserAccount(halfLife, allocated, used, decayed, userId, in.readNullableLong()), keys);
    }
}
