@NullMarked
package io.fairstream.simulation.check;

import org.jspecify.annotations.NullMarked;
