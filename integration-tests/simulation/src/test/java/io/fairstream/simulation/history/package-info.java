@NullMarked
package io.fairstream.simulation.history;

import org.jspecify.annotations.NullMarked;
