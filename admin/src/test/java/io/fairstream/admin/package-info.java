@NullMarked
package io.fairstream.admin;

import org.jspecify.annotations.NullMarked;
