package io.fairstream.steering;

import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A journal that survives its steerer. */
final class MemoryJournal implements Journal {
    final List<Steering> entries = new ArrayList<>();
    private final Map<String, Steered> rows = new HashMap<>();
    private final Fate fate;

    MemoryJournal(Fate fate) {
        this.fate = fate;
    }

    @Override
    public Map<String, Steered> rows() {
        return Map.copyOf(rows);
    }

    @Override
    public void keep(List<Steering> added, Map<String, @Nullable Steered> changed) {
        fate.strike();
        entries.addAll(added);
        changed.forEach((name, row) -> {
            if (row == null) {
                rows.remove(name);
            } else {
                rows.put(name, row);
            }
        });
        fate.strike();
    }
}
