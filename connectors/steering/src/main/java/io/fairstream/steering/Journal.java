package io.fairstream.steering;

import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Journal of the edits sent to one scheduler, and of the values set there before. */
public interface Journal {
    /** Returns the values that we have set and not yet restored, by name of the control. */
    Map<String, Steered> rows();

    /**
     * Writes entries and rows atomically and durably.
     *
     * @param rows by name of the control; null to remove one
     */
    void keep(List<Steering> entries, Map<String, @Nullable Steered> rows);
}
