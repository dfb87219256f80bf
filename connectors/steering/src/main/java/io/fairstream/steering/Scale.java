package io.fairstream.steering;

/**
 * Scale for comparing values of a control. Distances are shares: 0.01 is one hundredth.
 *
 * @param width from the lowest to the highest value where differences count, above 0; 0 where ratios count, whose values are above 0
 * @param step between values that can be set, 0 where all can
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

    /** Values of which all can be set. */
    public Scale(double width) {
        this(width, 0);
    }

    /** Values above 0 whose ratios count. */
    public static Scale ofRatios() {
        return new Scale(0);
    }

    /** Values between limits that are so far apart. */
    public static Scale of(double width) {
        if (!(width > 0)) {
            throw new IllegalArgumentException("width: " + width + " (expected: above 0)");
        }
        return new Scale(width);
    }

    /** Whole numbers between limits that are so far apart, 1 or more. */
    public static Scale ofWhole(double width) {
        return new Scale(width, 1);
    }

    /** Distance between two values: for ratios the greater ÷ the smaller - 1, for others the difference ÷ the width. */
    public double distance(double one, double other) {
        if (one == other) {
            return 0;
        }
        return width > 0 ? Math.abs(one - other) / width : Math.max(one, other) / Math.min(one, other) - 1;
    }

    /**
     * The value nearest to the wanted one that is no further from the present one than the bound, or than one step where the bound
     * is less.
     *
     * @param wanted one that can be set
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
