package io.fairstream.steering.live;

import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was sent to one scheduler, and what was set there before. */
public interface Journal {
    /** What we have set and not yet put back, by name of the control. */
    Map<String, Steered> rows();

    /**
     * Keeps entries and rows together: all of them or none, and for good when this returns.
     *
     * @param rows by name of the control; null to forget one
     */
    void keep(List<Steering> entries, Map<String, @Nullable Steered> rows);
}
