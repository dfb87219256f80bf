package io.fairstream.query.tables;

import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.SubtreeRateChange;
import org.jspecify.annotations.Nullable;

/** Conversion of charges to the uses of the charged customers. */
public final class ChargedUse {
    private ChargedUse() {}

    /** Returns the change of use of a customer or group; null if another kind of account is charged. */
    public static @Nullable RateChange of(Charge charge) {
        if (charge.getKind() != ChargeKind.CUSTOMER) {
            return null;
        }
        if (charge.getEntry() instanceof io.fairstream.schemas.RateChange change) {
            return new RateChange(
                    false,
                    change.getAt().toEpochMilli(),
                    change.getResources(),
                    change.getWeight(),
                    change.getSince().toEpochMilli());
        }
        return charge.getEntry() instanceof SubtreeRateChange change
                ? new RateChange(
                        true,
                        change.getAt().toEpochMilli(),
                        change.getResources(),
                        change.getWeight(),
                        change.getSince().toEpochMilli())
                : null;
    }
}
