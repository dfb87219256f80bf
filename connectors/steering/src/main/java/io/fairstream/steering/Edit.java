package io.fairstream.steering;

/**
 * A change of a control.
 *
 * @param control as it was read
 * @param value new value
 * @param reason reason, in one line
 */
public record Edit(Control control, double value, String reason) {
    public String name() {
        return control.name();
    }

    public String user() {
        return control.user();
    }
}
