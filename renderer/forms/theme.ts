import './widgets/widgets.css';
import type { ThemeProps } from '@rjsf/core';
import {
  AddButton,
  ClearButton,
  CopyButton,
  MoveDownButton,
  MoveUpButton,
  RemoveButton,
  SubmitButton,
} from './buttons.tsx';
import { Chips } from './Chips.tsx';
import { DateRangeField } from './DateRangeField.tsx';
import {
  ArrayDescriptionTemplate,
  ArrayTitleTemplate,
  DescriptionTemplate,
  ErrorListTemplate,
  FieldErrorTemplate,
  FieldHelpTemplate,
  FieldTemplate,
  TitleTemplate,
  UnsupportedTemplate,
} from './fieldTemplates.tsx';
import {
  ArrayItemButtonsTemplate,
  ArrayItemTemplate,
  ArrayTemplate,
  GridTemplate,
  MultiSchemaTemplate,
  ObjectTemplate,
  OptionalDataTemplate,
  WrapIfAdditionalTemplate,
} from './groupTemplates.tsx';
import { CheckboxesWidget } from './widgets/CheckboxesWidget.tsx';
import {
  CheckboxWidget,
  MultiSelectWidget,
  RadioWidget,
  SelectWidget,
  SwitchWidget,
} from './widgets/ChoiceWidgets.tsx';
import { ColorWidget } from './widgets/ColorWidget.tsx';
import { DateTimeWidget, DateWidget, TimeWidget } from './widgets/DateWidgets.tsx';
import { FileWidget } from './widgets/FileWidget.tsx';
import { DecimalWidget, RangeWidget, UpDownWidget } from './widgets/NumberWidgets.tsx';
import { PhoneWidget } from './widgets/PhoneWidget.tsx';
import { RatingWidget } from './widgets/RatingWidget.tsx';
import { TagsWidget } from './widgets/TagsWidget.tsx';
import {
  EmailWidget,
  HiddenWidget,
  PasswordWidget,
  TextareaWidget,
  TextInput,
  UrlWidget,
} from './widgets/TextWidgets.tsx';

/** rjsf drawn with Blueprint: every template, and a widget for each name that forms can give. */
export const theme: ThemeProps = {
  fields: { chips: Chips, daterange: DateRangeField },
  templates: {
    ArrayFieldDescriptionTemplate: ArrayDescriptionTemplate,
    ArrayFieldItemButtonsTemplate: ArrayItemButtonsTemplate,
    ArrayFieldItemTemplate: ArrayItemTemplate,
    ArrayFieldTemplate: ArrayTemplate,
    ArrayFieldTitleTemplate: ArrayTitleTemplate,
    BaseInputTemplate: TextInput,
    ButtonTemplates: {
      AddButton,
      ClearButton,
      CopyButton,
      MoveDownButton,
      MoveUpButton,
      RemoveButton,
      SubmitButton,
    },
    DescriptionFieldTemplate: DescriptionTemplate,
    ErrorListTemplate,
    FieldErrorTemplate,
    FieldHelpTemplate,
    FieldTemplate,
    GridTemplate,
    MultiSchemaFieldTemplate: MultiSchemaTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    OptionalDataControlsTemplate: OptionalDataTemplate,
    TitleFieldTemplate: TitleTemplate,
    UnsupportedFieldTemplate: UnsupportedTemplate,
    WrapIfAdditionalTemplate,
  },
  widgets: {
    // One calendar for all: days are typed or picked in it.
    AltDateTimeWidget: DateTimeWidget,
    AltDateWidget: DateWidget,
    CheckboxWidget,
    CheckboxesWidget,
    ColorWidget,
    DateTimeWidget,
    DateWidget,
    EmailWidget,
    HiddenWidget,
    PasswordWidget,
    RadioWidget,
    RangeWidget,
    RatingWidget,
    SelectWidget,
    TextWidget: TextInput,
    TextareaWidget,
    TimeWidget,
    URLWidget: UrlWidget,
    UpDownWidget,
    // Names that rjsf doesn't know.
    decimal: DecimalWidget,
    file: FileWidget,
    multiselect: MultiSelectWidget,
    phone: PhoneWidget,
    rating: RatingWidget,
    switch: SwitchWidget,
    tags: TagsWidget,
  },
};
