package io.fairstream.steering.live;

import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Journal of the edits sent to one scheduler, and of the values set there before. */
public interface Journal {
    /** Values that we have set and not yet put back, by name of the control. */
    Map<String, Steered> rows();

    /**
     * Keeps entries and rows together: all of them or none, and for good when this returns.
     *
     * @param rows by name of the control; null to forget one
     */
    void keep(List<Steering> entries, Map<String, @Nullable Steered> rows);
}
