package io.fairstream.steering;

import io.fairstream.schemas.SteeringKind;

/**
 * A change of a control.
 *
 * @param control as it was read
 * @param value new value
 * @param reason reason, in one line
 */
public record Edit(Control control, double value, String reason, SteeringKind kind) {
    /** Creates an edit that changes the order of jobs. */
    public Edit(Control control, double value, String reason) {
        this(control, value, reason, SteeringKind.STEER);
    }

    public String name() {
        return control.name();
    }

    public String user() {
        return control.user();
    }
}
