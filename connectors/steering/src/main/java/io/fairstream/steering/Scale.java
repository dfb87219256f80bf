package io.fairstream.steering;

/**
 * Scale for comparing values of a control. Distances are fractions: 0.01 is one hundredth.
 *
 * @param width range of the values for scales of differences, above 0; 0 for scales of ratios, whose values are above 0
 * @param step between settable values, 0 if all values can be set
 */
public record Scale(double width, double step) {
    public Scale {
        if (!(width >= 0) || Double.isInfinite(width)) {
            throw new IllegalArgumentException("width: " + width + " (expected: 0 or more, finite)");
        }
        if (!(step >= 0) || step > width) {
            throw new IllegalArgumentException("step: " + step + " (expected: 0 to the width, " + width + ")");
        }
    }

    /** Creates a scale of differences without steps. */
    public Scale(double width) {
        this(width, 0);
    }

    /** Creates a scale of ratios, for values above 0. */
    public static Scale ofRatios() {
        return new Scale(0);
    }

    /** Creates a scale for values in a range of this width. */
    public static Scale of(double width) {
        if (!(width > 0)) {
            throw new IllegalArgumentException("width: " + width + " (expected: above 0)");
        }
        return new Scale(width);
    }

    /** Creates a scale for whole numbers in a range of this width, 1 or more. */
    public static Scale ofWhole(double width) {
        return new Scale(width, 1);
    }

    /** Returns the distance between two values: for ratios the greater ÷ the smaller - 1, for others the difference ÷ the width. */
    public double distance(double one, double other) {
        if (one == other) {
            return 0;
        }
        return width > 0 ? Math.abs(one - other) / width : Math.max(one, other) / Math.min(one, other) - 1;
    }

    /**
     * Returns the value nearest to the wanted one within the bound around the present one; at least one step is
     * allowed.
     *
     * @param wanted a settable value
     */
    public double towards(double present, double wanted, double bound) {
        if (distance(present, wanted) <= bound) {
            return wanted;
        }
        if (width > 0) {
            return present + Math.copySign(whole(bound * width), wanted - present);
        }
        return wanted > present ? present * (1 + bound) : present / (1 + bound);
    }

    private double whole(double length) {
        return step > 0 ? Math.max(step, Math.floor(length / step) * step) : length;
    }
}
