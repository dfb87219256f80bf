package io.fairstream.cli.run;

import io.fairstream.app.config.Settings;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Settings of the topology, read again when it publishes new ones. */
final class RenewedSettings implements Supplier<Settings> {
    private final Supplier<Settings> anew;
    private final LongSupplier version;
    private Settings current;
    private long known;

    /** @param version changes when the topology publishes new settings */
    RenewedSettings(Settings first, Supplier<Settings> anew, LongSupplier version) {
        this.current = first;
        this.anew = anew;
        this.version = version;
        this.known = -1;
    }

    @Override
    public synchronized Settings get() {
        long now = version.getAsLong();
        if (now != known) {
            current = anew.get();
            known = now;
        }
        return current;
    }
}
